# Tasks.
defmodule Tasks do
  def awaits do
    task = Task.async(fn -> 1 + 2 end)
    3 = Task.await(task, :infinity)
  end

  def await_many do
    tasks = for n <- 1..2, do: Task.async(fn -> n * n end)
    [1, 4] = Task.await_many(tasks, :infinity)
  end

  def streams do
    stream = Task.async_stream([1, 2], &(&1 * 2), max_concurrency: 2, timeout: :infinity)
    [ok: 2, ok: 4] = Enum.to_list(stream)
  end

  # A task may be too slow, and is then shut down.
  def yields do
    task = Task.async(fn -> :done end)

    case Task.yield(task, 10) || Task.shutdown(task, :brutal_kill) do
      {:ok, :done} -> :ok
      nil -> :late
    end
  end

  def supervised do
    {:ok, supervisor} = Task.Supervisor.start_link()
    task = Task.Supervisor.async_nolink(supervisor, fn -> exit({:shutdown, :no}) end)
    {:exit, {:shutdown, :no}} = Task.yield(task, :infinity)
    Supervisor.stop(supervisor)
  end

  # Two tasks that read, add and write: an update is lost.
  def loses_update, do: count(&read_then_write/1)

  # The table adds.
  def updates, do: count(&:ets.update_counter(&1, :count, 1))

  defp count(add) do
    table = :ets.new(:counts, [:public])
    :ets.insert(table, {:count, 0})
    tasks = for _ <- 1..2, do: Task.async(fn -> add.(table) end)
    Task.await_many(tasks, :infinity)
    [count: 2] = :ets.lookup(table, :count)
  end

  defp read_then_write(table) do
    [count: n] = :ets.lookup(table, :count)
    :ets.insert(table, {:count, n + 1})
  end

  # A crash reaches the process that it is linked to.
  def crashes do
    task = Task.async(fn -> Map.fetch!(%{name: "x"}, :age) end)
    Task.await(task, :infinity)
  end
end
