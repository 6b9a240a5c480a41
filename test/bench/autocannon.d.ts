/** What we use of autocannon, which comes without types. */
declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers?: Record<string, string> }
  type Result = { duration: number; errors: number; timeouts: number; non2xx: number; '2xx': number }
  export default function autocannon(options: Options): Promise<Result>
}
