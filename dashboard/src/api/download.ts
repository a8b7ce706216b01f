/** Downloads a URL as a file. Without a name, the file has the name of the response. */
export function downloadFile(href: string, name = ''): void {
  const link = document.createElement('a');
  Object.assign(link, { href, download: name });
  link.click();
}
