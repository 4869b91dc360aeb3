#![no_main]

#[path = "../../common/claims.rs"]
mod claims;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| claims::asked(bytes));
