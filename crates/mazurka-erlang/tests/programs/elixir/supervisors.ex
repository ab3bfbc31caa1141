# Supervisors, static and dynamic.
defmodule Supervisors do
  def starts do
    children = [
      {Agent, fn -> 1 end},
      Supervisor.child_spec({Task, fn -> :ok end}, id: :task)
    ]

    {:ok, supervisor} = Supervisor.start_link(children, strategy: :one_for_one)
    # A task that is done is no child any more.
    true = Supervisor.count_children(supervisor).specs in [1, 2]
    Supervisor.stop(supervisor)
  end

  def dynamic do
    {:ok, supervisor} = DynamicSupervisor.start_link(strategy: :one_for_one, max_children: 1)
    {:ok, agent} = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 1 end})
    {:error, :max_children} = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 2 end})
    :ok = DynamicSupervisor.terminate_child(supervisor, agent)
    %{active: 0} = DynamicSupervisor.count_children(supervisor)
    DynamicSupervisor.stop(supervisor)
  end

  # Whoever comes second is told who was first.
  def finds_or_starts do
    race(fn ->
      case start() do
        {:ok, pid} -> pid
        {:error, {:already_started, pid}} -> pid
      end
    end)
  end

  # Whoever does not see one starts one, and is sure that this works.
  def starts_if_absent do
    race(fn ->
      case Process.whereis(Supervisors.Cache) do
        nil ->
          {:ok, pid} = start()
          pid

        pid ->
          pid
      end
    end)
  end

  defp start do
    child = %{id: :cache, start: {Agent, :start_link, [fn -> %{} end, [name: Supervisors.Cache]]}}
    DynamicSupervisor.start_child(Supervisors.Dynamic, child)
  end

  defp race(find) do
    {:ok, supervisor} =
      DynamicSupervisor.start_link(strategy: :one_for_one, name: Supervisors.Dynamic)

    me = self()
    for _ <- 1..2, do: spawn(fn -> send(me, {:found, find.()}) end)
    [pid, pid] = for _ <- 1..2, do: receive(do: ({:found, pid} -> pid))
    DynamicSupervisor.stop(supervisor)
  end

  # What an agent held is gone when its supervisor starts it anew.
  def forgets do
    children = [%{id: :a, start: {Agent, :start_link, [fn -> 0 end, [name: Supervisors.Agent]]}}]
    {:ok, supervisor} = Supervisor.start_link(children, strategy: :one_for_one)
    Agent.update(Supervisors.Agent, &(&1 + 1))
    agent = Process.whereis(Supervisors.Agent)
    ref = Process.monitor(agent)
    Process.exit(agent, {:shutdown, :test})
    receive do: ({:DOWN, ^ref, _, _, _} -> :ok)
    # The supervisor has started another when it answers.
    1 = Supervisor.count_children(supervisor).active
    1 = Agent.get(Supervisors.Agent, & &1)
    Supervisor.stop(supervisor)
  end
end
