//! Sets of small numbers, such as those of the candidates of a position.

/// A set of numbers less than `64 * W`: number n is bit `n % 64` of word `n / 64`.
pub(super) type Row<const W: usize> = [u64; W];

pub(super) fn single<const W: usize>(n: usize) -> Row<W> {
    let mut row = [0; W];
    insert(&mut row, n);
    row
}

pub(super) fn insert<const W: usize>(row: &mut Row<W>, n: usize) {
    row[n / 64] |= 1 << (n % 64);
}

pub(super) fn remove<const W: usize>(row: &mut Row<W>, n: usize) {
    row[n / 64] &= !(1 << (n % 64));
}

#[inline]
pub(super) fn contains<const W: usize>(row: &Row<W>, n: usize) -> bool {
    row[n / 64] >> (n % 64) & 1 == 1
}

#[inline]
pub(super) fn or<const W: usize>(a: Row<W>, b: Row<W>) -> Row<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline]
pub(super) fn and<const W: usize>(a: Row<W>, b: Row<W>) -> Row<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

/// Whether two sets have a number in common.
pub(super) fn meets<const W: usize>(a: &Row<W>, b: &Row<W>) -> bool {
    (0..W).any(|word| a[word] & b[word] != 0)
}

/// The numbers of a set in ascending order.
pub(super) fn numbers_in<const W: usize>(row: Row<W>) -> impl Iterator<Item = usize> {
    row.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < 64).then_some(64 * word + bit)
        })
    })
}
