# Limits of a second or more, which are never over in these tests: what is computed as the rest of
# one, and timers. And workers as many as there are schedulers.
defmodule Limits do
  use GenServer

  def init(state), do: {:ok, state}

  def stops do
    {:ok, pid} = GenServer.start(Limits, 0)
    GenServer.stop(pid, :normal, 1000)
  end

  def stops_agent do
    {:ok, pid} = Agent.start(fn -> 0 end)
    Agent.stop(pid, :normal, 1000)
  end

  def yields_many do
    tasks = for i <- 1..2, do: Task.async(fn -> i end)
    [{_, {:ok, 1}}, {_, {:ok, 2}}] = Task.yield_many(tasks, 1000)
  end

  def awaits_many do
    tasks = for i <- 1..2, do: Task.async(fn -> i end)
    [1, 2] = Task.await_many(tasks, 1000)
  end

  def streams do
    [ok: 1, ok: 4, ok: 9] =
      Enum.to_list(Task.async_stream(1..3, fn x -> x * x end, max_concurrency: 2))
  end

  # As many tasks as schedulers run beside one another: two.
  def loses_update do
    table = :ets.new(:table, [:public])
    :ets.insert(table, {:n, 0})

    add = fn _ ->
      [{:n, n}] = :ets.lookup(table, :n)
      :ets.insert(table, {:n, n + 1})
    end

    Enum.to_list(Task.async_stream([1, 2], add, timeout: :infinity))
    [{:n, 2}] = :ets.lookup(table, :n)
  end

  def schedulers do
    2 = System.schedulers_online()
    2 = System.schedulers()
    2 = :erlang.system_info(:logical_processors_available)
    {2, 2, 2} = :erlang.system_info(:schedulers_state)
  end
end
