//! What the parts of variables are called in the source: `s.list[2].next` instead of
//! `s` and 40 bytes.

/// How deep parts are named.
const MAX_DEPTH: usize = 32;

/// A place in [`Shapes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ShapeId(pub u32);

/// What a variable consists of, as the source says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One value.
    Scalar,
    /// A struct, class or union.
    Struct(Vec<Member>),
    /// An array: what its elements are, how large each is, and how many there are.
    Array {
        /// An element.
        element: ShapeId,
        /// Its size, in bytes.
        size: u64,
        /// How many; zero if that is not known.
        count: u64,
    },
}

/// A member of a struct, class or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name; empty if it has none (it is a base class, or an anonymous struct).
    pub name: String,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Its size, in bytes.
    pub size: u64,
    /// What it consists of.
    pub shape: ShapeId,
}

/// The shapes of all variables of a module.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shapes(pub Vec<Shape>);

impl Shapes {
    /// What to write after the name of a variable for the `size` bytes at an offset:
    /// `.list[2].next`. What is no whole part gets a rest: `.list[2]+3`.
    #[must_use]
    pub fn part(&self, shape: ShapeId, offset: u64, size: u64) -> String {
        let mut text = String::new();
        let (mut shape, mut offset) = (shape, offset);
        for _ in 0..MAX_DEPTH {
            let next = match self.0.get(shape.0 as usize) {
                Some(Shape::Struct(members)) => self.member(members, offset, size).map(|member| {
                    if !member.name.is_empty() {
                        text.push('.');
                        text += &member.name;
                    }
                    (member.shape, member.offset)
                }),
                Some(&Shape::Array {
                    element,
                    size,
                    count,
                }) => {
                    let index = offset
                        .checked_div(size)
                        .filter(|&index| count == 0 || index < count);
                    index.map(|index| {
                        text += &format!("[{index}]");
                        (element, index * size)
                    })
                }
                _ => None,
            };
            let Some((inner, start)) = next else {
                break;
            };
            shape = inner;
            offset -= start;
        }
        if offset > 0 {
            text += &format!("+{offset}");
        }
        text
    }

    /// The member at an offset. Those of a union share it: the first that is a value
    /// of that size is meant, or else the first.
    fn member<'m>(&self, members: &'m [Member], offset: u64, size: u64) -> Option<&'m Member> {
        let inside =
            |member: &&Member| member.offset <= offset && offset - member.offset < member.size;
        let is_exact = |member: &&Member| {
            let is_scalar = self.0.get(member.shape.0 as usize) == Some(&Shape::Scalar);
            is_scalar && member.offset == offset && member.size == size
        };
        let exact = members.iter().filter(inside).find(is_exact);
        exact.or_else(|| members.iter().find(inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, offset: u64, size: u64, shape: u32) -> Member {
        Member {
            name: name.to_string(),
            offset,
            size,
            shape: ShapeId(shape),
        }
    }

    /// `struct { int a; union { long l; char c[4]; }; struct { short x, y; } p[2]; }`.
    fn shapes() -> Shapes {
        let array = |element, size, count| Shape::Array {
            element: ShapeId(element),
            size,
            count,
        };
        Shapes(vec![
            Shape::Scalar,
            Shape::Struct(vec![
                member("a", 0, 4, 0),
                member("", 8, 8, 2),
                member("p", 16, 8, 4),
            ]),
            Shape::Struct(vec![member("l", 0, 8, 0), member("c", 0, 4, 3)]),
            array(0, 1, 4),
            array(5, 4, 2),
            Shape::Struct(vec![member("x", 0, 2, 0), member("y", 2, 2, 0)]),
        ])
    }

    #[test]
    fn parts_have_names() {
        let shapes = shapes();
        let part = |offset, size| shapes.part(ShapeId(1), offset, size);
        assert_eq!(part(0, 4), ".a");
        assert_eq!(part(2, 1), ".a+2");
        assert_eq!(part(8, 8), ".l");
        assert_eq!(part(22, 2), ".p[1].y");
        // Padding, and what is after the end.
        assert_eq!(part(4, 4), "+4");
        assert_eq!(part(40, 4), "+40");
    }

    #[test]
    fn shapes_that_make_no_sense_do_no_harm() {
        let element = ShapeId(0);
        let endless = Shapes(vec![Shape::Array {
            element,
            size: 0,
            count: 0,
        }]);
        assert_eq!(endless.part(element, 3, 1), "+3");
        let circle = Shapes(vec![Shape::Struct(vec![member("m", 0, 4, 0)])]);
        assert_eq!(circle.part(element, 0, 4), ".m".repeat(MAX_DEPTH));
        assert_eq!(Shapes::default().part(ShapeId(7), 2, 1), "+2");
    }
}
