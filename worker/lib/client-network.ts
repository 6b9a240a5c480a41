/**
 * The part of an address that limits and views count: a whole IPv4 address, or the first 64 bits of an IPv6 address,
 * because a household has 2⁶⁴ of those.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before, after] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = new Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  const groups = [...(before ?? []), ...(after ? zeros : []), ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}
