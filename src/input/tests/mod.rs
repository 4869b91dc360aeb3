//! Tests through the door of this module: bytes in, records out.

#[cfg(test)]
pub(super) mod fixtures;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod ways;
