/* What the firmware of the chip knows of its SerDes; the constraints take their numbers from here too. */
#ifndef SERDES_CFG_H
#define SERDES_CFG_H

#define SERDES_LANES_LOG2 2
#define SERDES_LANES (1u << SERDES_LANES_LOG2)

#endif
