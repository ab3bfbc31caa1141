# Run by a real Elixir: writes down what `Sequential` comes to, as the module `Expected`.
[folder] = System.argv()

functions =
  for name <- Sequential.probes() do
    text = Sequential.text(name)
    quote do: def(unquote(name)(), do: unquote(text))
  end

{:module, _, code, _} = Module.create(Expected, functions, Macro.Env.location(__ENV__))
File.write!(Path.join(folder, "Elixir.Expected.beam"), code)
