//! Reference programs, small and independent of the engine, that the benches compare with.

pub mod reference {
    //! Programs that know only the default rules of Awalé.

    pub mod perft;
    pub mod tables;
}
