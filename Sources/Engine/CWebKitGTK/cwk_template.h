#pragma once
#include <gio/gio.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Forks a process of WebKit's from the template process, in which WebKit's libraries are linked already.
//
// `arguments`: the command line; the program's name chooses the process. `environment`: its variables. `descriptors`:
// those that it gets; arguments from the third on that are one of these numbers become the process's own numbers.
//
// Returns the process's number, which is a child of this process, or 0 where there is no template.
pid_t cwk_template_fork(const char *const *arguments, const char *const *environment, const int *descriptors,
                        size_t count);

// Returns whether the template can fork the program.
bool cwk_template_knows(const char *path);

// Sets a variable of the process that a launcher will start.
void cwk_launcher_setenv(GSubprocessLauncher *launcher, const char *name, const char *value);
