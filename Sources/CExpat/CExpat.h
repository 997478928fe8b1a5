/* For the limits of expansion, which expat declares only with this. */
#define XML_DTD 1
#include <expat.h>
