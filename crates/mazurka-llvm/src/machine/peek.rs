//! Looking at the memory of a program from outside.

use super::Machine;

impl Machine {
    /// What the bytes at an address hold, if they all belong to one object that is
    /// still there.
    #[must_use]
    pub fn peek(&self, address: u64, size: usize) -> Option<&[u8]> {
        let (object, offset) = self.state.memory.resolve(address, size as u64).ok()?;
        let at = self.state.memory.object(object).start + offset as usize;
        self.state.memory.data.get(at..at + size)
    }
}
