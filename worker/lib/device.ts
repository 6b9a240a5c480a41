/** Names the browser and system of a session for its owner, such as "Firefox on Mac". */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const browser = firstMatch(agent, [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  return [browser ?? 'Browser', systemName(agent)].filter(Boolean).join(' on ')
}

/** Names the system or device of a user agent; null if it is unknown. */
export function systemName(userAgent: string | undefined): string | null {
  const system = firstMatch(userAgent ?? '', [
    [/iPad/, 'iPad'],
    [/iPhone/, 'iPhone'],
    [/Android/, 'Android'],
    [/CrOS/, 'ChromeOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ])
  return system ?? null
}

function firstMatch(text: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
