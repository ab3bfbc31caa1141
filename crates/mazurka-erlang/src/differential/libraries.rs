//! Random calls of OTP's libraries: Erlang's results and the interpreter's.
