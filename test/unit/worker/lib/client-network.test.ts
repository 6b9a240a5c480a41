import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOf, networkOf } from '../../../../worker/lib/client-network.ts'

describe('the network of a client', () => {
  it('the network of an IPv4 client is its whole address', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => networkOf(address) === address))
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ])('the network of an IPv6 client is the first half of its address: %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['192.0.2.7', '192.0.2.7'],
  ])('all networks of an IPv6 line have the same line: %s', (address, line) => {
    expect(lineOf(address)).toBe(line)
  })

  it('all hosts of an IPv6 network have the same network', () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16))
    const half = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        expect(networkOf([...network, ...one].join(':'))).toBe(networkOf([...network, ...other].join(':')))
      }),
    )
  })
})
