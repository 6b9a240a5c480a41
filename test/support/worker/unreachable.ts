import { env } from 'cloudflare:workers'

/** An environment in which one method of every object of a namespace cannot be reached. */
export function envWithout(name: 'CHAT' | 'WHITEBOARD', method: string): Cloudflare.Env {
  const namespace = env[name]
  const unreachable = new Proxy(namespace, {
    get: (target, property) =>
      property === 'getByName'
        ? (key: string) => withoutMethod(target.getByName(key), method)
        : Reflect.get(target, property).bind(target),
  })
  return { ...env, [name]: unreachable }
}

function withoutMethod(stub: object, method: string): object {
  return new Proxy(stub, {
    get: (target, property) => {
      if (property === method) return () => Promise.reject(new Error('unreachable'))
      const member = Reflect.get(target, property)
      return typeof member === 'function' ? (...given: unknown[]) => Reflect.apply(member, target, given) : member
    },
  })
}
