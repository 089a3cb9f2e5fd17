/**
 * Puts the process that it is into a Landlock domain of its own, and becomes the program in its arguments. From within
 * a domain the kernel lets nobody read the memory or open files of a process outside, whatever account both have, nor
 * its environment, but with the capability to watch performance (root); from Linux 6.7 on no TCP connection can be made, from 6.12 on none to an abstract socket outside. Files stay as
 * they are: of their rights only making devices is given up, as a domain has to give up something, and moving between
 * folders, which a domain takes by itself, is given back. Signals are left, by which a warp learns whether another runs.
 *
 * Node has no system calls and Debian's `setpriv` no Landlock before release 13, but Perl is part of every Debian. The
 * numbers of these calls (444: landlock_create_ruleset, 445: landlock_add_rule, 446: landlock_restrict_self) are the
 * same on every kind of processor that Node runs on.
 */
const ENTER = `
my ($nothing, $version, $beneath) = (0, 1, 1);
my $abi = syscall(444, $nothing, 0, $version);
exit 1 if $abi < 2;
my ($move, $device) = (1 << 13, 1 << 6 | 1 << 11);
my $rules = pack('Q3', $move | $device, $abi < 4 ? 0 : 1 | 2, $abi < 6 ? 0 : 1);
my $domain = syscall(444, $rules, length $rules, 0);
exit 1 if $domain < 0;
open(my $root, '<', '/') or exit 1;
my $rule = pack('Ql', $move, fileno $root);
exit 1 if syscall(445, $domain, $beneath, $rule, 0) != 0;
exit 1 if syscall(446, $domain, 0) != 0;
exec { $ARGV[0] } @ARGV;
exit 127;`

/** The beginning of a command line, for Linux alone; what lacks Perl, Landlock or leave to use it ends with an error. */
export const IN_OWN_DOMAIN: readonly string[] = ['setpriv', '--no-new-privs', 'perl', '-e', ENTER, '--']
