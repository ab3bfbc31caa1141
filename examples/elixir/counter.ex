# Hits of a page, counted by an agent.
#
# hit/0 asks the agent for the number and then tells it the next one. Between the two, another
# process may do the same: one of the hits is lost. The repaired one sends the agent a function
# that adds, and the agent runs it alone.
#
#   mazurka check counter.ex --after-timeout 5000                        a bug
#   mazurka check counter.ex --after-timeout 5000 --entry repaired       verified
#
# (Agent.get/2 waits for 5 seconds. With --after-timeout 5000 that is for ever: without it, the
# first bug is that an agent may take longer.)
defmodule Counter do
  use Agent

  def start, do: Agent.start(fn -> %{hits: 0} end, name: __MODULE__)

  def hits, do: Agent.get(__MODULE__, & &1.hits)

  def hit do
    n = hits()
    Agent.update(__MODULE__, &%{&1 | hits: n + 1})
  end

  def hit_at_once, do: Agent.update(__MODULE__, &Map.update!(&1, :hits, fn n -> n + 1 end))

  def test, do: two_visitors(&hit/0)

  def repaired, do: two_visitors(&hit_at_once/0)

  defp two_visitors(visit) do
    {:ok, _} = start()
    visitors = for _ <- 1..2, do: spawn_monitor(visit)
    for {pid, ref} <- visitors, do: receive(do: ({:DOWN, ^ref, :process, ^pid, :normal} -> :ok))
    2 = hits()
    Agent.stop(__MODULE__)
  end
end
