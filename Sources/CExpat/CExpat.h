/* expat.h declares the functions that limit expansion only if this is defined. */
#define XML_DTD 1
#include <expat.h>
