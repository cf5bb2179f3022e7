//! Reading weights at compile time. The files in `weights/` describe their own format.

/// The words and numbers of a file of weights in order, without comments.
pub(super) struct Weights {
    text: &'static [u8],
    at: usize,
}

impl Weights {
    pub(super) const fn new(text: &'static str) -> Self {
        let mut weights = Self { text: text.as_bytes(), at: 0 };
        weights.skip();
        weights
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.at == self.text.len()
    }

    /// Skips white space, and comments from `#` to the end of the line.
    const fn skip(&mut self) {
        let mut comment = false;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'#' => comment = true,
                b'\n' => comment = false,
                byte => {
                    if !comment && !byte.is_ascii_whitespace() {
                        return;
                    }
                }
            }
            self.at += 1;
        }
    }

    pub(super) const fn word(&mut self, word: &str) {
        let word = word.as_bytes();
        let mut index = 0;
        while index < word.len() {
            assert!(self.text[self.at] == word[index], "the word expected here is another");
            (index, self.at) = (index + 1, self.at + 1);
        }
        self.skip();
    }

    pub(super) const fn number(&mut self) -> i16 {
        let negative = self.text[self.at] == b'-';
        if negative {
            self.at += 1;
        }
        let (start, mut number) = (self.at, 0);
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            number = 10 * number + (self.text[self.at] - b'0') as i16;
            self.at += 1;
        }
        assert!(self.at > start, "a number is expected here");
        self.skip();
        if negative { -number } else { number }
    }

    /// Reads a word and the number after it.
    pub(super) const fn field(&mut self, word: &str) -> i16 {
        self.word(word);
        self.number()
    }

    pub(super) const fn numbers<const N: usize>(&mut self) -> [i16; N] {
        let mut numbers = [0; N];
        let mut index = 0;
        while index < N {
            numbers[index] = self.number();
            index += 1;
        }
        numbers
    }
    /// Reads a word and this many numbers after it.
    pub(super) const fn fields<const N: usize>(&mut self, word: &str) -> [i16; N] {
        self.word(word);
        self.numbers()
    }
}
