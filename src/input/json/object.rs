//! The members of an object, in their order.

use std::borrow::Cow;
use std::fmt;

use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::input::words::HALF_A_GRID;

/// With this many keys or fewer, all pairs are compared, which is faster than sorting them.
const FEW_KEYS: usize = 8;

/// A JSON object. Keys may be repeated.
#[derive(Default)]
pub(in crate::input) struct Object<'a> {
    pub(in crate::input) members: Vec<Member<'a>>,
}

pub(in crate::input) struct Member<'a> {
    pub(in crate::input) key: Cow<'a, str>,
    pub(in crate::input) value: &'a RawValue,
}

impl<'a> Object<'a> {
    /// Parses a line as an object; empty if it is not one.
    pub(in crate::input) fn of_line(line: &'a [u8]) -> Object<'a> {
        serde_json::from_slice(line).unwrap_or_default()
    }

    /// Parses a value as an object; empty if it is not one.
    pub(super) fn of_value(value: &'a RawValue) -> Object<'a> {
        serde_json::from_str(value.get()).unwrap_or_default()
    }

    /// The source of the value with a key, if there is one.
    pub(in crate::input) fn get(&self, key: &str) -> Option<&'a str> {
        let mut members = self.members.iter();
        let member = members.find(|member| member.key == *key)?;
        Some(member.value.get())
    }

    /// The value of the cell that this object is, if it is one.
    pub(super) fn cell_value(&self) -> Option<&'a str> {
        let is_value = |member: &&Member| matches!(&*member.key, "value" | "val");
        let value = self.members.iter().find(is_value)?.value.get();
        let is_scalar = !value.starts_with(['[', '{']);
        (is_scalar && value.len() < HALF_A_GRID).then_some(value)
    }

    /// A key that two members have.
    pub(super) fn repeated_key(&self) -> Option<&str> {
        let mut keys: Vec<&str> = self.members.iter().map(|member| &*member.key).collect();
        if keys.len() <= FEW_KEYS {
            let repeated = |at: &usize| keys[..*at].contains(&keys[*at]);
            return (1..keys.len()).find(repeated).map(|at| keys[at]);
        }
        keys.sort_unstable();
        let pair = keys.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(pair[0])
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<'a>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut members = Vec::with_capacity(4);
        while let Some((Key(key), value)) = map.next_entry()? {
            members.push(Member { key, value });
        }
        Ok(Object { members })
    }
}

/// The key of a member. It is borrowed unless it has escapes; a `Cow` alone would always be copied.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key<'a>, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Borrowed(key)))
    }

    fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(key.into())))
    }
}
