//! A clock that other programs do not make run faster.

use std::fs;
use std::time::Duration;

/// The CPU time of this process so far; where the system does not tell, the time of day must do.
pub fn cpu_time() -> Duration {
    // The system updates the count when it looks for another thread to run.
    std::thread::yield_now();
    let told = fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(
        || std::time::UNIX_EPOCH.elapsed().unwrap_or_default(),
        Duration::from_nanos,
    )
}
