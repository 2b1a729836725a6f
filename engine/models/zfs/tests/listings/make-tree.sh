#!/bin/bash
# Makes the tree of the samples in a new folder `shop`.
set -e
mkdir shop && cd shop
mkdir -p orders/2026 'with blank' empty
for n in $(seq -w 1 12); do echo "$n" > "orders/order.$n"; done
for n in $(seq -w 1 5); do head -c $((n * 3000)) /dev/zero > "orders/2026/invoice $n.pdf"; done
touch 'with blank/a  b' 'with blank/Grüße' 'with blank/trailing:' readme.txt .hidden
ln -s readme.txt 'a -> b'
mkfifo pipe
find . -exec touch -h -d '2026-03-02 09:14:07.123456789 UTC' {} +
