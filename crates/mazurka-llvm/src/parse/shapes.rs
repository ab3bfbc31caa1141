//! What debug information says about the types of variables.

use super::lexer::{Lexer, Token};
use super::metadata::{Node, Places};
use crate::shape::{Member, Shape, ShapeId};

/// How deep types of the source may be nested.
const MAX_DEPTH: u32 = 32;

/// Types whose parts are nobody's business: `m` says more than `m.__data.__lock`.
fn is_opaque(name: &[u8]) -> bool {
    name.starts_with(b"pthread_") || matches!(name, b"sem_t" | b"mtx_t" | b"cnd_t")
}

impl<'a> Places<'_, 'a> {
    /// The shape of the variable that a node describes.
    pub(super) fn shape_of_variable(&mut self, number: u32) -> Option<ShapeId> {
        let ty = self.node(number)?.ty?;
        Some(self.shape(ty, 0))
    }

    /// The shape of a type.
    fn shape(&mut self, number: u32, depth: u32) -> ShapeId {
        if let Some(&shape) = self.shapes.get(&number) {
            return shape;
        }
        // Until it is known: also if it contains itself, which no type does.
        self.shapes.insert(number, ShapeId(0));
        let shape = match self.read(number) {
            Some(node) if depth < MAX_DEPTH => self.shape_of_node(&node, depth),
            _ => ShapeId(0),
        };
        self.shapes.insert(number, shape);
        shape
    }

    fn shape_of_node(&mut self, node: &Node<'a>, depth: u32) -> ShapeId {
        match node.tag {
            b"DW_TAG_typedef" if node.name.is_some_and(is_opaque) => ShapeId(0),
            b"DW_TAG_typedef"
            | b"DW_TAG_const_type"
            | b"DW_TAG_volatile_type"
            | b"DW_TAG_atomic_type"
            | b"DW_TAG_restrict_type" => match node.base_type {
                Some(base) => self.shape(base, depth + 1),
                None => ShapeId(0),
            },
            b"DW_TAG_structure_type" | b"DW_TAG_class_type" | b"DW_TAG_union_type" => {
                let members = self.members(node, depth);
                self.add_shape(Shape::Struct(members))
            }
            b"DW_TAG_array_type" => self.array(node, depth),
            _ => ShapeId(0),
        }
    }

    fn add_shape(&mut self, shape: Shape) -> ShapeId {
        let shapes = &mut self.found.shapes.0;
        shapes.push(shape);
        ShapeId(shapes.len() as u32 - 1)
    }

    fn members(&mut self, node: &Node<'a>, depth: u32) -> Vec<Member> {
        let elements = self.list(node.elements);
        let mut members = Vec::new();
        for element in elements {
            let Some(member) = self.read(element) else {
                continue;
            };
            let is_part =
                matches!(member.tag, b"DW_TAG_member" | b"DW_TAG_inheritance") && !member.is_static;
            let Some(base) = member.base_type.filter(|_| is_part) else {
                continue;
            };
            let name = match member.tag {
                b"DW_TAG_member" => member.name.map(super::metadata::shown).unwrap_or_default(),
                _ => String::new(),
            };
            members.push(Member {
                name,
                offset: member.offset / 8,
                size: self.size(base, 0).max(member.size).div_ceil(8),
                shape: self.shape(base, depth + 1),
            });
        }
        members
    }

    /// An array of one dimension or more.
    fn array(&mut self, node: &Node<'a>, depth: u32) -> ShapeId {
        let Some(base) = node.base_type else {
            return ShapeId(0);
        };
        let mut shape = self.shape(base, depth + 1);
        let mut size = self.size(base, 0).div_ceil(8);
        let dimensions = self.list(node.elements);
        for dimension in dimensions.into_iter().rev() {
            let count = self.read(dimension).map_or(0, |range| range.count);
            shape = self.add_shape(Shape::Array {
                element: shape,
                size,
                count,
            });
            size = size.saturating_mul(count);
        }
        shape
    }

    /// The size of a type, in bits.
    fn size(&self, number: u32, depth: u32) -> u64 {
        match self.read(number) {
            Some(node) if node.size > 0 => node.size,
            Some(node) if depth < MAX_DEPTH => {
                node.base_type.map_or(0, |base| self.size(base, depth + 1))
            }
            _ => 0,
        }
    }

    /// The nodes of a list: `!{!1, !2}`. There are no more in all than the file has
    /// nodes, unless it wants to cause trouble.
    fn list(&mut self, number: Option<u32>) -> Vec<u32> {
        let Some(&position) = number.and_then(|number| self.nodes.get(&number)) else {
            return Vec::new();
        };
        let mut lexer = Lexer::new(self.text, position);
        let mut list = Vec::new();
        while let Ok((token, _)) = lexer.next() {
            match token {
                Token::MetadataNumber(number) if self.list_budget > 0 => {
                    self.list_budget -= 1;
                    list.push(number);
                }
                Token::Bang | Token::Mark(b'{' | b',') | Token::Word(b"null") => {}
                _ => break,
            }
        }
        list
    }
}
