//! Tests, most of them through the door of this module: bytes in, records out.

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod json;
#[cfg(test)]
mod lines;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod patterns;
#[cfg(test)]
mod promises;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod records;
#[cfg(test)]
mod ways;
