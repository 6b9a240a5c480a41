/**
 * The part of an address by which rates and views tell visitors apart: a whole IPv4 address, or the first 64 bits of an
 * IPv6 address, because a household has 2⁶⁴ of those.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64)
}

/**
 * The part of an address by which all that is paid for visitors is bounded. A rented IPv6 line can have 2¹⁶ networks, all
 * with the same first 48 bits. An IPv4 address is its own line.
 */
export function lineOf(address: string): string {
  return prefixOf(address, 48)
}

function prefixOf(address: string, bits: 48 | 64): string {
  if (!address.includes(':')) return address
  const [before, after] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = new Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  const groups = [...(before ?? []), ...(after ? zeros : []), ...(after ?? [])]
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}
