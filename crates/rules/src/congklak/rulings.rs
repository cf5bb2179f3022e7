//! The rulings of Congklak that answers cite.

rulings! {
    pub(super) ALL:
    CO_1 = "CO-1",
    CO_2 = "CO-2",
    CO_3 = "CO-3",
    CO_4 = "CO-4",
    CO_5 = "CO-5",
    CO_6 = "CO-6",
    CO_7 = "CO-7",
    CO_8 = "CO-8",
    CO_9 = "CO-9",
    CO_10 = "CO-10",
    CO_12 = "CO-12",
}
