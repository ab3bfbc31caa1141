{application, shop,
 [{description, "An example"},
  {vsn, "1.2"},
  {modules, [shop, shop_sup, shop_counter]},
  {registered, [shop_sup, shop_counter]},
  {applications, [kernel, stdlib]},
  {mod, {shop, [main]}},
  {env, [{seven, 7}]}]}.
