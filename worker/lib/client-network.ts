/**
 * The part of an address by which limits and views are counted: a whole IPv4 address, and the first 64 bits of an IPv6
 * address, as a household has 2⁶⁴ of those.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before, after] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = new Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  const groups = [...(before ?? []), ...(after ? zeros : []), ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}
