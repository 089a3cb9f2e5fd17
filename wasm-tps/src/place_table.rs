//! A hash table from small integers to small integers: the standard library's would add 2 kB to the module.

const EMPTY: u32 = u32::MAX;

/// Keys and values under 2^32 - 1; open addressing, at most half full.
pub struct PlaceTable {
    slots: Vec<[u32; 2]>,
    count: usize,
}

impl PlaceTable {
    /// An empty table.
    pub fn new() -> Self {
        PlaceTable { slots: vec![[EMPTY; 2]; 1024], count: 0 }
    }

    /// The slot of a key, or the empty one where it belongs.
    fn slot(&self, key: u32) -> usize {
        let last = self.slots.len() - 1;
        // Fibonacci hashing: neighbouring places spread far.
        let mut at = (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        while self.slots[at][0] != key && self.slots[at][0] != EMPTY {
            at = (at + 1) & last;
        }
        at
    }

    /// The value of a key.
    pub fn get(&self, key: u32) -> Option<u32> {
        let [found, value] = self.slots[self.slot(key)];
        (found == key).then_some(value)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: u32, value: u32) {
        if 2 * self.count >= self.slots.len() {
            let doubled = vec![[EMPTY; 2]; 2 * self.slots.len()];
            for [key, value] in std::mem::replace(&mut self.slots, doubled) {
                if key != EMPTY {
                    let at = self.slot(key);
                    self.slots[at] = [key, value];
                }
            }
        }
        let at = self.slot(key);
        self.count += usize::from(self.slots[at][0] == EMPTY);
        self.slots[at] = [key, value];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_in_while_it_grows() {
        let mut table = PlaceTable::new();
        for key in 0..5000 {
            table.insert(key * 32_768, key);
        }
        assert!((0..5000).all(|key| table.get(key * 32_768) == Some(key)));
        assert_eq!(table.get(7), None);
        table.insert(0, 9);
        assert_eq!(table.get(0), Some(9));
    }
}
