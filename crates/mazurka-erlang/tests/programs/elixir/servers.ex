# A GenServer: calls, casts, messages, continuations, names; and clients that race.
defmodule Servers.Account do
  use GenServer

  defstruct balance: 0, log: []

  def start(options), do: GenServer.start(__MODULE__, options[:balance], name: options[:name])
  def balance(account), do: GenServer.call(account, :balance)
  def withdraw(account, sum), do: GenServer.call(account, {:withdraw, sum})
  def set(account, sum), do: GenServer.cast(account, {:set, sum})

  @impl true
  def init(balance), do: {:ok, %__MODULE__{}, {:continue, balance}}

  @impl true
  def handle_continue(balance, state), do: {:noreply, %{state | balance: balance}}

  @impl true
  def handle_call(:balance, _from, state), do: {:reply, state.balance, state}

  def handle_call({:withdraw, sum}, _from, %{balance: balance} = state) when sum <= balance,
    do: {:reply, :ok, %{state | balance: balance - sum}}

  def handle_call({:withdraw, sum}, _from, state),
    do: {:reply, {:error, :poor}, %{state | log: [sum | state.log]}}

  @impl true
  def handle_cast({:set, balance}, state), do: {:noreply, %{state | balance: balance}}

  @impl true
  def handle_info({:interest, percent}, state),
    do: {:noreply, %{state | balance: state.balance + div(state.balance * percent, 100)}}
end

defmodule Servers do
  alias Servers.Account

  def serves do
    {:ok, account} = Account.start(balance: 100, name: Account)
    send(account, {:interest, 10})
    :ok = Account.withdraw(Account, 60)
    {:error, :poor} = Account.withdraw(Account, 60)
    50 = Account.balance(account)
    GenServer.stop(Account)
  end

  # The server decides: one of two gets the money.
  def withdraw, do: race(&Account.withdraw(&1, 60), fn results -> Enum.sort(results) end)

  # The client decides: both may get it.
  def overdraw do
    race(&take(&1, 60), fn results -> Enum.sort(results) end)
  end

  defp take(account, sum) do
    case Account.balance(account) do
      balance when balance >= sum -> Account.set(account, balance - sum)
      _ -> {:error, :poor}
    end
  end

  defp race(take, results) do
    {:ok, account} = Account.start(balance: 100, name: Account)
    me = self()
    for _ <- 1..2, do: spawn(fn -> send(me, {:got, take.(account)}) end)
    got = for _ <- 1..2, do: receive(do: ({:got, result} -> result))
    [:ok, {:error, :poor}] = results.(got)
    GenServer.stop(account)
  end

  # No clause of the server takes this.
  def asks_wrongly do
    {:ok, account} = Account.start(balance: 1, name: Account)
    GenServer.call(account, :transfer)
  end
end
