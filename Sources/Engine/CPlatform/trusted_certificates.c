#define _GNU_SOURCE
#include "trusted_certificates.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// https://curl.se/libcurl/c/CURLOPT_URL.html, and https://curl.se/libcurl/c/CURLOPT_CAINFO_BLOB.html since
// libcurl 7.77. Declared here so that the build does without libcurl's headers.
enum { OPTION_URL = 10002, OPTION_CA_BYTES = 40309, COPIED = 1 };

typedef struct {
  void *bytes;
  size_t length;
  unsigned flags;
} Bytes;

typedef int (*SetOption)(void *handle, int option, ...);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Bytes trusted = {.flags = COPIED};
static SetOption real_set_option;

// MARK: The call

// Stands before libcurl's function. Every value that it takes fits a pointer.
static int set_option(void *handle, int option, ...) {
  va_list values;
  va_start(values, option);
  void *value = va_arg(values, void *);
  va_end(values);
  int result = real_set_option(handle, option, value);
  // URLSession sets the address once for each request.
  if (option != OPTION_URL || result != 0)
    return result;
  pthread_mutex_lock(&lock);
  if (trusted.length)
    result = real_set_option(handle, OPTION_CA_BYTES, &trusted);
  pthread_mutex_unlock(&lock);
  return result;
}

// MARK: The redirection

static const ElfW(Dyn) * entry(const ElfW(Dyn) * dynamic, ElfW(Sxword) tag) {
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    if (dynamic->d_tag == tag)
      return dynamic;
  return NULL;
}

// The slot may be in pages that are read-only once the program is linked.
static bool put(void **slot) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)slot & ~(size - 1));
  if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0)
    return false;
  __atomic_store_n(slot, (void *)(uintptr_t)set_option, __ATOMIC_RELEASE);
  return true;
}

static size_t redirect(ElfW(Addr) base, const ElfW(Dyn) * dynamic, ElfW(Sxword) table, ElfW(Sxword) size) {
  const ElfW(Dyn) *names = entry(dynamic, DT_STRTAB), *symbols = entry(dynamic, DT_SYMTAB);
  const ElfW(Dyn) *relocations = entry(dynamic, table), *bytes = entry(dynamic, size);
  if (!names || !symbols || !relocations || !bytes)
    return 0;
  size_t found = 0;
  const ElfW(Rela) *relocation = (const ElfW(Rela) *)relocations->d_un.d_ptr;
  for (size_t i = 0; i < bytes->d_un.d_val / sizeof *relocation; i++, relocation++) {
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)symbols->d_un.d_ptr + ELF64_R_SYM(relocation->r_info);
    const char *name = (const char *)names->d_un.d_ptr + symbol->st_name;
    if (strcmp(name, "curl_easy_setopt") == 0 && symbol->st_shndx == SHN_UNDEF)
      found += put((void **)(base + relocation->r_offset));
  }
  return found;
}

static int visit(struct dl_phdr_info *object, size_t size, void *found) {
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
      continue;
    const ElfW(Dyn) *dynamic = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    const ElfW(Dyn) *kind = entry(dynamic, DT_PLTREL);
    // The kernel's own object has addresses that nobody has relocated, and nothing to redirect.
    if (!kind || kind->d_un.d_val != DT_RELA)
      continue;
    *(size_t *)found += redirect(object->dlpi_addr, dynamic, DT_JMPREL, DT_PLTRELSZ);
    *(size_t *)found += redirect(object->dlpi_addr, dynamic, DT_RELA, DT_RELASZ);
  }
  return 0;
}

static bool stand_between(void) {
  if (real_set_option)
    return true;
  real_set_option = (SetOption)(uintptr_t)dlsym(RTLD_DEFAULT, "curl_easy_setopt");
  size_t found = 0;
  if (real_set_option)
    dl_iterate_phdr(visit, &found);
  return found > 0;
}

bool ctc_trust(const void *pem, size_t length) {
  void *copy = malloc(length);
  if (!copy)
    return false;
  memcpy(copy, pem, length);
  pthread_mutex_lock(&lock);
  bool stands = stand_between();
  free(trusted.bytes);
  trusted.bytes = copy;
  trusted.length = length;
  pthread_mutex_unlock(&lock);
  return stands;
}
