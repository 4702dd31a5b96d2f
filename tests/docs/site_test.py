"""The built site, opened from disk in headless Chromium."""

import contextlib
import json
import os
import re
import shutil
import unittest
from urllib.parse import unquote, urlsplit

import generator  # noqa: F401
from paths import ROOT, STAGES
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SITE = ROOT / "build/docs/site"
SCREENSHOTS = ROOT / "build/docs/screenshots"
PAGES = sorted(SITE.rglob("*.html"))
SECONDS = 20  # to wait for something to appear

BROKEN_IMAGES = """return [...document.images]
    .filter(image => !image.complete || image.naturalWidth === 0).map(image => image.src)"""
LINKS = "return [...document.querySelectorAll('a[href]')].map(link => link.href)"
ANCHORS = "return [...document.querySelectorAll('[id], a[name]')].map(e => e.id || e.name)"


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.add_argument("--headless=new")
    options.add_argument("--window-size=1280,1600")
    options.add_argument(
        "--host-resolver-rules=MAP * ~NOTFOUND"
    )  # nothing can be loaded from a network
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    return webdriver.Chrome(options, service)


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = start_browser()
        cls.addClassCleanup(cls.browser.quit)

    def open(self, page):
        for log in ("browser", "performance"):
            self.browser.get_log(log)  # forgets what other pages left there
        self.browser.get(page.as_uri())

    def wait_for(self, condition, what):
        return WebDriverWait(self.browser, SECONDS).until(condition, f"no {what}")

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def broken_images(self):
        """The images of the page that have not loaded, after some time."""
        with contextlib.suppress(TimeoutException):
            self.wait_for(lambda browser: not browser.execute_script(BROKEN_IMAGES), "whole images")
        return self.browser.execute_script(BROKEN_IMAGES)

    def requests(self):
        """The URLs that the browser has asked for since the page was opened."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")
        ]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]

    def test_pages_load_whole_from_disk_and_their_links_lead_somewhere(self):
        links, anchors = {}, {}
        for page in PAGES:
            with self.subTest(page=page.relative_to(SITE)):
                self.open(page)
                links[page] = self.browser.execute_script(LINKS)
                anchors[page] = set(self.browser.execute_script(ANCHORS))
                self.assertEqual([], self.broken_images())
                errors = [
                    e["message"] for e in self.browser.get_log("browser") if e["level"] == "SEVERE"
                ]
                self.assertEqual([], errors)
                elsewhere = [
                    url for url in self.requests() if not re.match("file:|data:|blob:|about:", url)
                ]
                self.assertEqual([], elsewhere)
        dead = []
        for page, urls in links.items():
            for url in map(urlsplit, urls):
                if url.scheme != "file":
                    continue
                target = type(page)(unquote(url.path))
                if not target.is_file():
                    dead.append(f"{page.relative_to(SITE)}: {url.path}")
                elif url.fragment and unquote(url.fragment) not in anchors.get(target, set()):
                    dead.append(f"{page.relative_to(SITE)}: {url.path}#{url.fragment}")
        self.assertEqual([], dead, "\n" + "\n".join(dead))

    def test_search_finds_a_word(self):
        self.open(SITE / "index.html")
        query = self.find("[data-md-component=search-query]")
        query.click()
        query.send_keys("wavefront")
        result = self.wait_for(
            lambda browser: browser.find_elements(By.CSS_SELECTOR, ".md-search-result__item a"),
            "result",
        )[0]
        self.assertTrue(type(SITE)(unquote(urlsplit(result.get_attribute("href")).path)).is_file())

    def test_dark_mode_can_be_chosen(self):
        self.open(SITE / "index.html")
        scheme = lambda: self.find("body").get_attribute("data-md-color-scheme")
        self.assertEqual("default", scheme())
        self.find("label[for=__palette_1]").click()
        self.assertEqual("slate", scheme())
        self.find("label[for=__palette_0]").click()

    def test_next_leads_through_the_ladder(self):
        self.open(SITE / f"{STAGES[0]}.html")
        for stage in STAGES[1:]:
            self.find(".md-footer__link--next").click()
            self.assertTrue(self.browser.current_url.endswith(f"/{stage}.html"))

    def test_screenshots(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for name in ("index", "06_vectorize", "methods/roofline"):
            self.open(SITE / f"{name}.html")
            file = SCREENSHOTS / f"{name.replace('/', '-')}.png"
            self.assertTrue(self.browser.save_screenshot(str(file)))


if __name__ == "__main__":
    unittest.main()
