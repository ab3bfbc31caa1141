# Agents.
defmodule Agents do
  def keeps do
    {:ok, agent} = Agent.start(fn -> %{} end, name: __MODULE__)
    :ok = Agent.update(__MODULE__, &Map.put(&1, :key, "value"))
    :ok = Agent.cast(agent, &Map.put(&1, :other, [1]))
    "value" = Agent.get_and_update(agent, &Map.pop(&1, :key))
    %{other: [1]} = Agent.get(agent, & &1)
    Agent.stop(agent)
  end

  # Each adds within the agent: the order does not matter.
  def adds, do: both(&Agent.update(&1, fn n -> n + 1 end))

  # Each asks, adds and tells: an update is lost unless one comes wholly before the other.
  def loses do
    both(fn agent ->
      n = Agent.get(agent, & &1)
      Agent.update(agent, fn _ -> n + 1 end)
    end)
  end

  defp both(add) do
    {:ok, agent} = Agent.start(fn -> 0 end)
    me = self()

    for _ <- 1..2 do
      spawn(fn ->
        add.(agent)
        send(me, :done)
      end)
    end

    for _ <- 1..2, do: receive(do: (:done -> :ok))
    2 = Agent.get(agent, & &1)
    Agent.stop(agent)
  end
end
