* t
R1 a b 1k
+ tc=1
V1 b c 0
I1 c 0 DC 1m
L1 c d 1n
C1 d 0 1f
.subckt x a
.ends
.end
