# Accounts that pay one another.
#
# An account that pays calls the other from within its own call, and waits for the answer. Two
# accounts that pay each other at the same time wait for each other. The repaired one answers the
# customer and then tells the other account, without waiting.
#
#   mazurka check accounts.ex --after-timeout 5000                       a deadlock
#   mazurka check accounts.ex --after-timeout 5000 --entry repaired      verified
#
# (Without --after-timeout, the first bug is that a call may take longer than its 5 seconds.)
defmodule Accounts do
  defmodule Account do
    use GenServer

    def start(name), do: GenServer.start(__MODULE__, 100, name: name)

    @impl true
    def init(balance), do: {:ok, balance}

    @impl true
    def handle_call({:pay, sum, other}, _from, balance) do
      :ok = GenServer.call(other, {:receive, sum})
      {:reply, :ok, balance - sum}
    end

    def handle_call({:transfer, sum, other}, _from, balance) do
      {:reply, :ok, balance - sum, {:continue, {:tell, sum, other}}}
    end

    def handle_call({:receive, sum}, _from, balance), do: {:reply, :ok, balance + sum}
    def handle_call(:balance, _from, balance), do: {:reply, balance, balance}

    @impl true
    def handle_continue({:tell, sum, other}, balance) do
      GenServer.cast(other, {:receive, sum})
      {:noreply, balance}
    end

    @impl true
    def handle_cast({:receive, sum}, balance), do: {:noreply, balance + sum}
  end

  def test, do: two_payments(:pay)

  def repaired, do: two_payments(:transfer)

  defp two_payments(how) do
    accounts = [:anna, :boris]
    for name <- accounts, do: {:ok, _} = Account.start(name)
    me = self()

    for {from, to} <- [anna: :boris, boris: :anna] do
      spawn(fn -> send(me, GenServer.call(from, {how, 10, to})) end)
    end

    for _ <- 1..2, do: receive(do: (:ok -> :ok))
    for name <- accounts, do: GenServer.stop(name)
  end
end
