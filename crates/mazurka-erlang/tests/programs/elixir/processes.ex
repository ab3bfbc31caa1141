# Plain processes: spawn, send, receive, monitors, links, names, timers.
defmodule Processes do
  # One class: each waits for the other.
  def ping do
    me = self()
    pid = spawn(fn -> receive(do: ({:ping, from} -> send(from, {:pong, self()}))) end)
    send(pid, {:ping, me})
    receive do: ({:pong, ^pid} -> :ok)
  end

  # Two classes: who comes first.
  def first_wins do
    me = self()
    for name <- [:one, :two], do: spawn(fn -> send(me, {:done, name}) end)
    receive do: ({:done, name} -> name)
  end

  # The same, by someone who believes that the first is always the first.
  def first_is_one do
    me = self()
    for name <- [:one, :two], do: spawn(fn -> send(me, {:done, name}) end)
    {:done, :one} = receive do: (message -> message)
  end

  # Looking and registering are two steps: 4 classes, and in 2 of them one is too late.
  def look_then_register do
    for _ <- 1..2, do: spawn(&claim/0)
  end

  defp claim do
    if Process.whereis(:leader) == nil do
      Process.register(self(), :leader)
      Process.sleep(:infinity)
    end
  end

  # A monitor tells why.
  def watches do
    {pid, ref} = spawn_monitor(fn -> exit({:shutdown, :done}) end)
    receive do: ({:DOWN, ^ref, :process, ^pid, {:shutdown, :done}} -> :ok)
  end

  def traps do
    Process.flag(:trap_exit, true)
    pid = spawn_link(fn -> exit({:shutdown, %{code: 1}}) end)
    receive do: ({:EXIT, ^pid, {:shutdown, %{code: 1}}} -> :ok)
  end

  # A timer that is cancelled may have sent already: 2 classes.
  def cancels do
    timer = Process.send_after(self(), :tick, 10)

    case Process.cancel_timer(timer) do
      false -> receive do: (:tick -> :late)
      left when is_integer(left) -> :cancelled
    end
  end

  # The message is late in 1 of 2 classes.
  def times_out do
    me = self()
    spawn(fn -> send(me, :answer) end)

    receive do
      :answer -> :ok
    after
      100 -> raise "no answer"
    end
  end

  def waits do
    send(self(), {:other, "text", %{key: nil}})
    receive do: (:never -> :ok)
  end
end
