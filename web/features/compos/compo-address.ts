import { compoKey } from '../../../contract/http/compo-item.ts'

/** The key in the address of a compo. @throws a 404 for anything that cannot be one. */
export function keyOf(params: Readonly<Record<string, string | undefined>>): string {
  const parsed = compoKey.safeParse(params.key)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data
}
