export type LockFile = { packages: Record<string, LockedPackage> }

type LockedPackage = { integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }

/** Packages that may run a script when they are installed, with the reason. */
const INSTALL_SCRIPTS: Record<string, string> = {
  esbuild: 'puts the binary of this platform in place, which bundles the worker',
  node: 'gets the binary of the Node version that runs all scripts',
  workerd: 'puts the binary of this platform in place, which runs the worker',
}

/**
 * Lists problems of a lock file: packages without a SHA-512 hash, packages that do not come from the registry (only
 * those have an address), and packages with an install script that is not allowed.
 */
export function findLockFaults({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : faultsOf(path, locked)))
}

function faultsOf(path: string, { integrity, resolved, link, hasInstallScript }: LockedPackage): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const faults: string[] = []
  if (!integrity?.startsWith('sha512-')) faults.push('has no SHA-512 hash')
  if (resolved !== undefined || link) faults.push('does not come from the registry')
  if (hasInstallScript && !Object.hasOwn(INSTALL_SCRIPTS, name))
    faults.push('has an install script that is not allowed')
  return faults.map((fault) => `${path} ${fault}`)
}
