# One process for each user's session, under a DynamicSupervisor, found by a Registry.
#
# open/1 looks for the session of a user and starts one if there is none. Two requests of one user
# may both find none: the second is told that there is one already, which open/1 does not expect.
# The repaired one takes that for an answer, too.
#
#   mazurka check sessions.ex --after-timeout 5000                       a bug
#   mazurka check sessions.ex --after-timeout 5000 --entry repaired      verified
defmodule Sessions do
  defmodule Session do
    use GenServer

    def start_link(user), do: GenServer.start_link(__MODULE__, user, name: name(user))
    def name(user), do: {:via, Registry, {Sessions.Names, user}}

    @impl true
    def init(user), do: {:ok, %{user: user}}
  end

  def open(user) do
    case Registry.lookup(Sessions.Names, user) do
      [{session, _}] ->
        session

      [] ->
        {:ok, session} = start(user)
        session
    end
  end

  def open_or_find(user) do
    case start(user) do
      {:ok, session} -> session
      {:error, {:already_started, session}} -> session
    end
  end

  defp start(user), do: DynamicSupervisor.start_child(Sessions.Supervisor, {Session, user})

  def test, do: two_requests(&open/1)

  def repaired, do: two_requests(&open_or_find/1)

  defp two_requests(open) do
    children = [
      {Registry, keys: :unique, name: Sessions.Names},
      {DynamicSupervisor, name: Sessions.Supervisor}
    ]

    {:ok, supervisor} = Supervisor.start_link(children, strategy: :one_for_all)
    me = self()
    for _ <- 1..2, do: spawn(fn -> send(me, {:session, open.("anna")}) end)
    [session, session] = for _ <- 1..2, do: receive(do: ({:session, session} -> session))
    Supervisor.stop(supervisor)
  end
end
