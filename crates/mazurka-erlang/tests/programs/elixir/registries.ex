# Registries: unique and duplicate keys, names by :via, dispatch.
defmodule Registries do
  def names do
    {:ok, registry} = Registry.start_link(keys: :unique, name: Registries.Names)
    name = {:via, Registry, {Registries.Names, "counter"}}
    {:ok, agent} = Agent.start_link(fn -> 1 end, name: name)
    [{^agent, nil}] = Registry.lookup(Registries.Names, "counter")
    1 = Agent.get(name, & &1)
    {:error, {:already_started, ^agent}} = Agent.start_link(fn -> 2 end, name: name)
    {:ok, _} = Registry.register(Registries.Names, :me, %{since: 1})
    [:me] = Registry.keys(Registries.Names, self())
    2 = Registry.count(Registries.Names)
    Agent.stop(name)
    Supervisor.stop(registry)
  end

  def dispatches do
    {:ok, registry} =
      Registry.start_link(keys: :duplicate, name: Registries.Topics, partitions: 2)

    for n <- 1..2, do: {:ok, _} = Registry.register(Registries.Topics, "news", n)

    Registry.dispatch(Registries.Topics, "news", fn entries ->
      for {pid, n} <- entries, do: send(pid, {:news, n})
    end)

    for n <- 1..2, do: receive(do: ({:news, ^n} -> :ok))
    Supervisor.stop(registry)
  end

  # Two claim a key; the registry says who has it.
  def claims, do: race(fn -> Registry.register(Registries.Names, :key, nil) end)

  # Both look first, and believe what they saw.
  def looks_then_claims do
    race(fn ->
      case Registry.lookup(Registries.Names, :key) do
        [] -> {:ok, _} = Registry.register(Registries.Names, :key, nil)
        [{pid, _}] -> {:error, {:already_registered, pid}}
      end
    end)
  end

  defp race(claim) do
    {:ok, registry} = Registry.start_link(keys: :unique, name: Registries.Names)
    me = self()

    claimants =
      for _ <- 1..2 do
        spawn(fn ->
          send(me, {:claimed, claim.()})
          receive do: (:stop -> :ok)
        end)
      end

    claimed = for _ <- 1..2, do: receive(do: ({:claimed, claimed} -> claimed))
    [error: {:already_registered, winner}, ok: _] = Enum.sort(claimed)
    true = winner in claimants
    Supervisor.stop(registry)
    for claimant <- claimants, do: send(claimant, :stop)
  end
end
