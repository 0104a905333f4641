// The certificates that libcurl trusts, of which Foundation's URLSession is made: it offers nothing to name others than
// the system's. These functions therefore stand between the two, and name them on each of libcurl's handles.
#ifndef TRUSTED_CERTIFICATES_H
#define TRUSTED_CERTIFICATES_H

#include <stdbool.h>
#include <stddef.h>

// Has all requests of this process that begin from now on trust these certificates, PEM, in place of those of an
// earlier call. Copies the bytes, of which there is at least one; any thread. False where no object of the process
// calls libcurl.
bool ctc_trust(const void *pem, size_t length);

#endif
