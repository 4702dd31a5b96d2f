// A page that is opened from disk may not start workers: there the search's worker runs in a hidden
// frame, with the same interface. The theme's worker looks for this class by its name.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.srcdoc = `<script src="${new URL(url, document.baseURI)}"></script>`;
    this.started = new Promise(resolve => {
      frame.onload = () => {
        frame.contentWindow.postMessage = data =>
          this.dispatchEvent(new MessageEvent("message", { data }));
        resolve(frame.contentWindow);
      };
    });
    document.body.append(frame);
  }

  postMessage(data) {
    this.started.then(scope => scope.dispatchEvent(new MessageEvent("message", { data })));
  }
}
if (location.protocol === "file:") window.Worker = window.IFrameWorker = IFrameWorker;
