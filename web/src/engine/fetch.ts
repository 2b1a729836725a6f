/** Fetches a JSON file from the site. */
export async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`the lab’s data did not load (${response.status} ${response.statusText}); reload the page`);
  return response.json() as Promise<T>;
}
