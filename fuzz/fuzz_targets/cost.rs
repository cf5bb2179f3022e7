#![cfg_attr(fuzzing, no_main)]

ayla_fuzz::program!(ayla_fuzz::cost::check);
