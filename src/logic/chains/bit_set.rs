//! Sets of small numbers, such as those of the candidates of a position.

/// A set of numbers less than `64 * W`: number n is bit `n % 64` of word `n / 64`.
pub(super) type BitSet<const W: usize> = [u64; W];

pub(super) fn empty<const W: usize>() -> BitSet<W> {
    [0; W]
}

/// All numbers less than `64 * W`.
pub(super) fn full<const W: usize>() -> BitSet<W> {
    [u64::MAX; W]
}

pub(super) fn single<const W: usize>(n: usize) -> BitSet<W> {
    let mut set = empty();
    insert(&mut set, n);
    set
}

pub(super) fn insert<const W: usize>(set: &mut BitSet<W>, n: usize) {
    set[n / 64] |= 1 << (n % 64);
}

pub(super) fn remove<const W: usize>(set: &mut BitSet<W>, n: usize) {
    set[n / 64] &= !(1 << (n % 64));
}

#[inline]
pub(super) fn contains<const W: usize>(set: &BitSet<W>, n: usize) -> bool {
    set[n / 64] >> (n % 64) & 1 == 1
}

#[inline]
pub(super) fn union<const W: usize>(a: BitSet<W>, b: BitSet<W>) -> BitSet<W> {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline]
pub(super) fn intersection<const W: usize>(a: BitSet<W>, b: BitSet<W>) -> BitSet<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

/// How many numbers a set has.
pub(super) fn count<const W: usize>(set: &BitSet<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline]
pub(super) fn is_empty<const W: usize>(set: &BitSet<W>) -> bool {
    *set == empty()
}

/// Whether two sets have a number in common.
pub(super) fn intersects<const W: usize>(a: &BitSet<W>, b: &BitSet<W>) -> bool {
    (0..W).any(|word| a[word] & b[word] != 0)
}

/// The numbers of a set in ascending order.
pub(super) fn numbers_in<const W: usize>(set: BitSet<W>) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < 64).then_some(64 * word + bit)
        })
    })
}
